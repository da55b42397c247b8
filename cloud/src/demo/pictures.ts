/** Demo pictures drawn by code: flat shapes at twice the size, which become smooth when the cloud redraws them. Loaded only for HOMEPORT_DEMO=1. */
import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [1_600, 1_200]
const colors = {
  night: '#1b2a41',
  sea: '#24415f',
  wave: '#33587c',
  dusk: '#f2b36a',
  sun: '#fbe6b8',
  lamp: '#ffd98a',
  red: '#c4513c',
  ink: '#221d18',
  wood: '#8a6a48',
  plank: '#a5825a',
  wall: '#cdbda6',
  paper: '#f6f1e8',
  grey: '#8c8378',
  steel: '#4d4a45',
  leaf: '#567a4d',
} as const
type Color = keyof typeof colors
const palette = Object.keys(colors)

type Painter = ReturnType<typeof createPainter>

function createPainter() {
  const pixels = new Uint8Array(width * height)
  /** x and y in the picture's 800 × 600 coordinates. */
  function fill(
    color: Color,
    area: readonly [number, number, number, number],
    isIn: (x: number, y: number) => boolean = () => true,
  ) {
    const ink = palette.indexOf(color)
    const [left, top, right, bottom] = area.map((edge) => Math.round(edge * 2))
    for (let y = Math.max(0, top ?? 0); y < Math.min(height, bottom ?? 0); y += 1)
      for (let x = Math.max(0, left ?? 0); x < Math.min(width, right ?? 0); x += 1)
        if (isIn(x / 2, y / 2)) pixels[y * width + x] = ink
  }
  return {
    pixels,
    rect: (color: Color, [x, y, w, h]: readonly [number, number, number, number], round = 0) =>
      fill(color, [x, y, x + w, y + h], (px, py) => {
        const dx = Math.max(x + round - px, 0, px - (x + w - round))
        const dy = Math.max(y + round - py, 0, py - (y + h - round))
        return dx * dx + dy * dy <= round * round
      }),
    circle: (color: Color, [cx, cy, r]: readonly [number, number, number]) =>
      fill(color, [cx - r, cy - r, cx + r, cy + r], (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r),
    /** A slope between two lines, from top to bottom. */
    slope: (color: Color, top: readonly [number, number, number], foot: readonly [number, number, number]) => {
      const [y0, left0, right0] = top
      const [y1, left1, right1] = foot
      const box = [Math.min(left0, left1), y0, Math.max(right0, right1), y1] as const
      fill(color, box, (x, y) => {
        const part = (y - y0) / (y1 - y0)
        return x >= left0 + (left1 - left0) * part && x <= right0 + (right1 - right0) * part
      })
    },
    wave: (color: Color, y: number, { high, long }: { high: number; long: number }) =>
      fill(color, [0, y - high, 800, 600], (px, py) => py > y + Math.sin(px / long) * high),
  }
}

const scenes = {
  lighthouse({ rect, circle, slope, wave }: Painter) {
    rect('night', [0, 0, 800, 600])
    for (const [x, y] of [
      [90, 80],
      [180, 150],
      [300, 60],
      [520, 110],
      [640, 50],
      [720, 170],
      [410, 190],
      [60, 240],
    ] as const)
      circle('paper', [x, y, 2.5])
    slope('lamp', [196, 580, 604], [300, -260, -40])
    wave('sea', 440, { high: 8, long: 46 })
    wave('wave', 500, { high: 9, long: 60 })
    slope('ink', [430, 520, 690], [600, 420, 800])
    slope('paper', [230, 572, 628], [440, 556, 644])
    slope('red', [280, 568, 632], [330, 564, 636])
    slope('red', [380, 561, 639], [440, 556, 644])
    rect('ink', [560, 222, 80, 10], 4)
    rect('lamp', [578, 180, 44, 42])
    rect('ink', [597, 180, 6, 42])
    slope('red', [150, 596, 604], [180, 570, 630])
  },
  shelf({ rect, circle, slope }: Painter) {
    rect('wall', [0, 0, 800, 600])
    rect('wood', [0, 430, 800, 26])
    rect('plank', [0, 430, 800, 8])
    const books = ['red', 'leaf', 'night', 'dusk', 'grey', 'paper', 'sea', 'wood'] as const
    for (const [at, color] of books.entries()) rect(color, [40 + at * 38, 220 + ((at * 37) % 60), 32, 210 - ((at * 37) % 60)], 3)
    rect('ink', [380, 360, 150, 70], 12)
    rect('steel', [390, 370, 130, 8], 4)
    circle('red', [508, 412, 5])
    rect('steel', [548, 250, 170, 180], 14)
    for (const bay of [0, 1, 2, 3]) {
      rect('grey', [562, 268 + bay * 38, 142, 28], 5)
      circle(bay === 2 ? 'dusk' : 'leaf', [690, 282 + bay * 38, 5])
    }
    slope('leaf', [310, 757, 763], [384, 744, 776])
    slope('red', [380, 736, 784], [430, 744, 776])
  },
  film({ rect, circle, slope }: Painter) {
    rect('ink', [0, 0, 800, 600])
    rect('paper', [60, 60, 680, 480], 10)
    rect('sun', [76, 76, 648, 448], 6)
    circle('dusk', [560, 210, 90])
    slope('grey', [250, 180, 240], [430, 60, 420])
    slope('steel', [300, 420, 470], [430, 300, 700])
    rect('ink', [180, 360, 150, 66], 10)
    rect('ink', [300, 330, 80, 96], 6)
    rect('paper', [318, 346, 40, 28], 3)
    slope('ink', [300, 200, 236], [362, 206, 230])
    circle('grey', [206, 270, 22])
    circle('grey', [172, 240, 30])
    circle('grey', [126, 214, 36])
    for (const x of [206, 262, 318, 360]) circle('steel', [x, 430, 20])
    rect('wood', [76, 450, 648, 10])
    rect('ink', [76, 470, 648, 54])
  },
  disks({ rect, circle }: Painter) {
    rect('paper', [0, 0, 800, 600])
    rect('plank', [0, 470, 800, 130])
    for (const [x, tone] of [
      [70, 'steel'],
      [300, 'night'],
      [530, 'steel'],
    ] as const) {
      rect(tone, [x, 140, 200, 300], 18)
      circle('grey', [x + 100, 260, 82])
      circle('paper', [x + 100, 260, 24])
      circle('steel', [x + 100, 260, 10])
      rect('paper', [x + 24, 372, 152, 48], 6)
      rect('red', [x + 36, 386, 60, 7], 3)
      rect('grey', [x + 36, 402, 110, 6], 3)
    }
  },
  evening({ rect, circle, slope }: Painter) {
    rect('night', [0, 0, 800, 600])
    rect('sea', [0, 470, 800, 130])
    rect('ink', [170, 110, 460, 280], 12)
    rect('dusk', [184, 124, 432, 252], 4)
    circle('sun', [440, 300, 72])
    rect('red', [184, 330, 432, 46])
    slope('ink', [230, 318, 322], [344, 262, 372])
    rect('ink', [380, 390, 40, 50])
    rect('ink', [300, 436, 200, 12], 4)
    slope('lamp', [150, 664, 736], [260, 630, 770])
    rect('grey', [694, 260, 10, 200])
    rect('wood', [40, 480, 250, 80], 30)
    rect('wood', [60, 420, 210, 90], 26)
    rect('paper', [560, 450, 110, 22], 6)
    circle('red', [654, 461, 4])
  },
} as const

export type Scene = keyof typeof scenes

/** A PNG of 1600 × 1200. */
export function drawScene(name: Scene): Buffer {
  const painter = createPainter()
  scenes[name](painter)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(painter.pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // bit depth 8, palette colours
  head.set([8, 3, 0, 0, 0], 8)
  const inks = Buffer.from(Object.values(colors).join('').replaceAll('#', ''), 'hex')
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', inks),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
