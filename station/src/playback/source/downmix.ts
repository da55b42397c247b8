/** Two channels out of more: every channel of every layout is heard, at its side, and all of it together is never louder than can be played. */

/** Layouts are named up to so many channels; of more than that, as of an object mix, only the first two have a known side. */
export const maxNamed = 8
const [centre, around, low] = [0.7, 0.5, 0.3]
/** ffmpeg's names. A channel that a layout does not have counts nothing. */
const left = ['BL', 'SL', 'WL', 'SDL', 'TFL', 'TBL']
const right = ['BR', 'SR', 'WR', 'SDR', 'TFR', 'TBR']
const middle = ['BC', 'TC', 'TFC', 'TBC']

/** ffmpeg's filter; `<` scales each side so that its channels together are at most 1. */
export function stereoOf(channels: number): string {
  if (channels > maxNamed) {
    const others = Array.from({ length: channels - 2 }, (_, at) => `${around}*c${at + 2}`)
    return `pan=stereo|FL<c0+${others.join('+')}|FR<c1+${others.join('+')}`
  }
  const shared = [`${centre}*FC`, ...middle.map((name) => `${around}*${name}`), `${low}*LFE`]
  const side = (front: string[], own: string[]) => [...front, ...own.map((name) => `${around}*${name}`), ...shared].join('+')
  return `pan=stereo|FL<${side(['FL', 'FLC', 'DL'], left)}|FR<${side(['FR', 'FRC', 'DR'], right)}`
}
