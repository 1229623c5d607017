-- EXPECT: syntax-error @load
--@generate nest
return {}
