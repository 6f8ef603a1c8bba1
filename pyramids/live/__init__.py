"""Who is looking at what, in this process: connections, and bounded queues towards them."""
