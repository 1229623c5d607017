-- EXPECT: rejected @load
--@generate large
return {}
