//! How quads become pixels on the GPU: premultiplied colours, laid over what is there
//! or added to it. Which quads is not known here.

use macroquad::miniquad::{BlendFactor, BlendState, BlendValue, Equation};
use macroquad::prelude as mq;

use crate::draw::Page;

/// The share of a quad in a sum comes in the vertex's normal: colours have eight bits, and their product fewer.
const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
attribute vec4 normal;
varying highp vec2 uv;
varying mediump vec4 colour;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    vec4 tint = color0 / 255.0;
    colour = vec4(tint.rgb * tint.a, tint.a) * normal.x;
    uv = texcoord;
}";

const FRAGMENT: &str = "#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
varying highp vec2 uv;
#else
varying mediump vec2 uv;
#endif
varying mediump vec4 colour;
uniform sampler2D Texture;
void main() {
    gl_FragColor = colour * texture2D(Texture, uv);
}";

/// The two ways to put colours down.
pub struct Ink {
    /// Over what is there.
    pub over: mq::Material,
    /// Added to what is there.
    pub sum: mq::Material,
}

impl Ink {
    /// Makes them; the words are the graphics driver's.
    pub fn new() -> Result<Ink, String> {
        Ok(Ink {
            over: material(BlendFactor::OneMinusValue(BlendValue::SourceAlpha))?,
            sum: material(BlendFactor::One)?,
        })
    }
}

/// A material that adds its colour to what is there times `below`.
fn material(below: BlendFactor) -> Result<mq::Material, String> {
    let blend = BlendState::new(Equation::Add, BlendFactor::One, below);
    let params = mq::MaterialParams {
        pipeline_params: mq::PipelineParams {
            color_blend: Some(blend),
            alpha_blend: Some(blend),
            ..mq::PipelineParams::default()
        },
        ..mq::MaterialParams::default()
    };
    let source = mq::ShaderSource::Glsl {
        vertex: VERTEX,
        fragment: FRAGMENT,
    };
    mq::load_material(source, params).map_err(|error| error.to_string())
}

/// A page's pixels on the GPU, colours multiplied by alpha: so mixing them makes no fringe.
pub fn texture(page: &Page) -> mq::Texture2D {
    let mut pixels = page.pixels.to_vec();
    for pixel in pixels.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha < 255 {
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * alpha + 127) / 255) as u8;
            }
        }
    }
    let texture = mq::Texture2D::from_rgba8(page.width as u16, page.height as u16, &pixels);
    texture.set_filter(if page.smooth {
        mq::FilterMode::Linear
    } else {
        mq::FilterMode::Nearest
    });
    texture
}
