-- A face that blinks: the durations are in its character file, there is nothing to do here.
return { initial = "blink", states = { blink = { clip = "blink" } } }
