return require("./_ring_a")
