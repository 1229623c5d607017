-- EXPECT: rejected @load
--@generate bytes
return {}
