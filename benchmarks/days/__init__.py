"""How many days a match takes among people who look at Discord now and then."""
