"""Tables, hands and racks of square pieces."""
