/** For tests: film.mkv of a minute, with two sounds and two subtitles inside and one beside it. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ffmpeg } from './tv.ts'

export function makeTrackFilm(folder: string): void {
  const text = (words: string) => `1\n00:00:10,000 --> 00:00:50,000\n${words}\n`
  writeFileSync(join(folder, 'one.srt'), text('One'))
  writeFileSync(join(folder, 'two.srt'), text('Two'))
  writeFileSync(join(folder, 'film.en.srt'), text('Beside'))
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=60']
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=60`]
  const inputs = [...picture, ...tone(440), ...tone(880), '-i', 'one.srt', '-i', 'two.srt']
  const maps = ['0', '1', '2', '3', '4'].flatMap((at) => ['-map', at])
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48', '-c:a', 'aac', '-c:s', 'srt']
  const languages = ['a:0=eng', 'a:1=jpn', 's:0=fre', 's:1=ger'].flatMap((one) => {
    const [stream, language] = one.split('=')
    return [`-metadata:s:${stream}`, `language=${language}`]
  })
  const done = spawnSync(ffmpeg, ['-v', 'error', '-y', ...inputs, ...maps, ...coded, ...languages, 'film.mkv'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
}
