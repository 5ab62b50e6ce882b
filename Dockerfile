# The first stage builds the environment from the lock file; the second contains only that environment.
FROM python:3.12-slim-bookworm AS build

ENV UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_PROJECT_ENVIRONMENT=/opt/boneyard \
    UV_PYTHON_DOWNLOADS=never

RUN pip install --no-cache-dir --disable-pip-version-check --root-user-action ignore uv==0.13.8

WORKDIR /src

# Dependencies come first: they seldom change, so this layer stays cached.
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --extra postgres --no-install-project

COPY LICENSE README.md hatch_build.py ./
COPY bot ./bot
COPY renderers ./renderers
RUN uv sync --frozen --no-dev --extra postgres --no-editable


FROM python:3.12-slim-bookworm

RUN useradd --system --create-home --uid 10001 boneyard \
    && install --directory --owner boneyard --group boneyard /data

COPY --from=build /opt/boneyard /opt/boneyard

ENV PATH="/opt/boneyard/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    METRICS_PORT=9400 \
    DATABASE_URL=sqlite+aiosqlite:////data/boneyard.db

WORKDIR /data
VOLUME /data
USER boneyard

# /healthz answers 200 while the database answers. If .env has an empty METRICS_PORT, doctor checks instead.
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s --retries=3 \
    CMD if [ -n "$METRICS_PORT" ]; then \
            python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:$METRICS_PORT/healthz')"; \
        else boneyard doctor --quiet; fi

CMD ["boneyard", "run"]
