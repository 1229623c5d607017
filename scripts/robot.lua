-- The robot. Arrows walk in any direction, space fires, the pointer is what it looks at.
--
-- Lua decides, the tree shows: this script knows no clip. It sets parameters by name (the drivers at the end), fires a
-- trigger by name, and hears of a marker. Change a number and save while it runs.

local PACE   = 70       -- pixels a second: what the feet of "walk" cover at moveSpeed 1
local DEPTH  = 40       -- the same up and down the screen, of "step"
local HASTE  = 6        -- full speed in a sixth of a second, and to rest again
local RELOAD = 0.26     -- seconds from shot to shot
local BEHIND = 14       -- so far behind it the pointer must be before it turns round

-- The shoulder, and from there the muzzle: along the gun, and below it. Pixels.
local SHOULDER_X, SHOULDER_Y = -7, -68
local ALONG, BELOW = 44, 10

-- What it aims at: the pointer. Where there never was one, the nearest drone.
local function aim(self)
  local x, y = input.pointer()
  if x ~= 0 or y ~= 0 then return x, y end
  local drone = stage.nearest("target")
  if drone then return drone.x, drone.y - drone:get("height") end
  return self.x + self.facing * 100, self.y + SHOULDER_Y
end

-- It looks to the side the pointer is on.
local function face(self)
  if (self.aim_x - self.x) * self.facing < -BEHIND then self.facing = -self.facing end
end

-- `vx` and `vy` say how much of its pace it has each way, -1 to 1. Askew it is a little slower each way.
local function steer(self, dt)
  local x, y = input.axis("left", "right"), input.axis("up", "down")
  local share = if x ~= 0 and y ~= 0 then 0.85 else 1
  local most = HASTE * dt
  self.vx += math.clamp(x * share - self.vx, -most, most)
  self.vy += math.clamp(y * share - self.vy, -most, most)
  self.x = math.clamp(self.x + self.vx * PACE * dt, 26, stage.width - 26)
  self.y = math.clamp(self.y + self.vy * DEPTH * dt, 182, 258)
  -- Who stands lower on the screen stands nearer, and is drawn later.
  self:look { layer = self.y }
end

local function shoot(self, dt)
  self.loading = math.max(self.loading - dt, 0)
  -- A tap may begin and end between two steps: then it is pressed, though not down.
  if (input.down("fire") or input.pressed("fire")) and self.loading == 0 then
    self:fire("fire")
    self.loading = RELOAD
  end
end

local function speed(self)
  return math.max(math.abs(self.vx), math.abs(self.vy))
end

local stand, walk = {}, {}

function stand.execute(self)
  if speed(self) > 0 then return "walk" end
end

function walk.execute(self)
  if speed(self) == 0 then return "stand" end
end

-- The marker "muzzle" of the clip "fire": now the flash is there, and a bolt leaves from it.
local function muzzle(self)
  local turn = math.rad(self:get("lookVertical"))
  local cos, sin = math.cos(turn), math.sin(turn)
  local shift = math.abs(turn) * 6                -- the shoulder comes forward as the arm turns
  local x = self.x + self.facing * (SHOULDER_X + ALONG * cos + BELOW * sin + shift)
  local y = self.y + SHOULDER_Y - ALONG * sin + BELOW * cos
  -- Straight to what it aims at, unless that is too near for the gun to point at it.
  local dx, dy = self.aim_x - x, self.aim_y - y
  if dx * self.facing * cos - dy * sin < 12 then dx, dy = self.facing * cos, -sin end
  stage.spawn("bolt", { x = x, y = y, with = { way = math.deg(math.atan2(dy, dx)) } })
end

-- One for each of the tree's parameters, asked at each step after the state's execute. nil leaves the parameter as it is.
local drivers = {}

function drivers.move(self)
  return if self:is("walk") then 1 else 0
end

-- The angle in the mirrored drawing: 0 is the way it faces, +90 up the screen, whichever side it looks to.
function drivers.moveAngle(self)
  if speed(self) > 0 then return self:angle_to(self.x + self.vx, self.y + self.vy) end
end

function drivers.moveSpeed(self)
  return speed(self)
end

-- Leans into a walk ahead, not into one backward, and takes a moment for it.
function drivers.lean(self, dt)
  self.lean += (math.max(self.vx * self.facing, 0) - self.lean) * math.min(5 * dt, 1)
  return self.lean
end

-- The head turns a little to where it goes: up the screen is to its left.
function drivers.lookHorizontal(self)
  return -50 * self.vy
end

-- From the gun's height; no farther than the arm can turn.
function drivers.lookVertical(self)
  return math.clamp(self:angle_to(self.aim_x, self.aim_y - SHOULDER_Y - BELOW), -70, 80)
end

return {
  initial = "stand",
  data    = { vx = 0, vy = 0, lean = 0, loading = 0, aim_x = 0, aim_y = 0 },
  states  = { stand = stand, walk = walk },
  drivers = drivers,
  at      = { muzzle = muzzle },

  -- Before the state's own execute, whichever it is.
  global = function(self, dt)
    self.aim_x, self.aim_y = aim(self)
    face(self)
    steer(self, dt)
    shoot(self, dt)
  end,
}
