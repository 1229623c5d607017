-- EXPECT: contained @load
local paths = {
  "../secret", "../../secret", "./../secret", "secret", "/secret", "//secret", "lib/../../secret", "..\\secret", "@secret",
  "@self/../secret", "~/secret", "C:secret", "file:///secret", "link", "./link", "/etc/passwd", "/dev/zero", "/proc/self/environ",
  "benign", "./benign", "hostile", "", ".", "..", "lib/", "secret\0", "secret.lua", ("deep/"):rep(5000) .. "secret", "\27[2J",
}
for _, path in ipairs(paths) do
  local ok, value = pcall(require, path)
  if ok and path ~= "benign" and path ~= "./benign" then error("BREACH: " .. path) end
  if not ok and #tostring(value) > 4000 then error("BREACH: a text without end") end
end
for _, odd in ipairs({ {}, 7, true, print, setmetatable({}, { __tostring = function() return "../secret" end }) }) do
  if pcall(require, odd) then error("BREACH: an odd path") end
end
return { initial = "s", states = { s = { enter = function() print("DONE") end } } }
