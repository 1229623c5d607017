return { enter = 7, nxt = "good" }
