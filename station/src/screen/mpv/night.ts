/** Night sound in mpv, by filters of ffmpeg: bass down, voices up, and a compressor that brings whispers and bangs together, as in the page (decision 084). */

/** A whisper of −45 dB comes out 15 dB louder, a bang of full scale 12 dB quieter. */
const filters = [
  'aformat=channel_layouts=stereo',
  'bass=g=-5:f=150',
  'equalizer=f=2200:t=q:w=0.7:g=4',
  'acompressor=threshold=-36dB:ratio=5:attack=3:release=250:knee=4:makeup=17dB',
  'alimiter=limit=-7dB:level=false',
]

/** The value of mpv's property af. */
export const filtersOf = (isNight: boolean): string => (isNight ? `lavfi=[${filters.join(',')}]` : '')
