/** Two subtitles at once on a TV: a real file with four subtitles beside it; a simulated page gets what a browser would get. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playerSetTracks } from '@homeport/contract/playback/tracks.ts'
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { describe, expect, it } from 'vitest'
import { expectCode } from '../testing/codes.ts'
import { ffmpeg, ffprobe, film, filmLibrary, letIn, makeFilm, setUpTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
type Sent = Extract<ToScreen, { kind: 'tracks' }>
const first = 'beside:Film.zh-Hans.srt'
const second = 'beside:Film.en.srt'

describe.skipIf(missing)(`two subtitles on a screen${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  const tv = setUpTv({
    make(films) {
      const at = (name: string) => join(films, name)
      makeFilm(at('Film.mp4'), { seconds: 4, video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'], audio: ['aac'] })
      copyFileSync(at('Film.mp4'), at('Other.mp4'))
      const cue = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,000\r\n${text}\r\n`
      for (const name of ['Film', 'Other']) {
        writeFileSync(at(`${name}.zh-Hans.srt`), cue('头脑与双手之间'))
        writeFileSync(at(`${name}.en.srt`), cue('Between head and hands'))
      }
      writeFileSync(at('Film.fr.srt'), 'no cue at all')
      writeFileSync(at('Film.de.sup'), 'pictures')
    },
    library(films) {
      const facts = { duration_ms: 4_000, container: 'mov,mp4', video: 'h264', audio: 'aac' }
      const files = ['Film', 'Other'].map((id) => film(join(films, `${id}.mp4`), { id, movie_id: `m-${id}`, ...facts }))
      return filmLibrary([films], files)
    },
  })

  async function start(path: string): Promise<Sent> {
    tv.page.words.length = 0
    const playing = tv.box.act('play', { path })
    const { play_id, seq } = await tv.page.word('load')
    tv.page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    expectCode(await playing, 'ok')
    return tv.page.word('tracks', (sent) => sent.play_id === play_id)
  }
  const choose = (choice: object) => tv.box.act(playerSetTracks.name, choice)
  const set = async (choice: object) => {
    tv.page.words.length = 0
    const reply = await choose(choice)
    expectCode(reply, 'ok')
    return playerSetTracks.output.parse(reply.data)
  }
  const sent = () => tv.page.word('tracks')
  const text = async (url = '') => (await fetch(`${tv.box.url}/${url}`, { headers: { cookie: tv.page.cookie } })).text()

  it('each has its text and its offset, and both stay for that film, also after a restart of the box', async () => {
    await start('Film')
    await set({ subtitle_id: first })
    expect(await set({ secondary_id: second })).toMatchObject({ subtitle_id: first, secondary_id: second })
    const both = await sent()
    expect(both.secondary).toMatchObject({ language: 'en', offset_ms: 0, size: 'm' })
    expect(await text(both.subtitle?.url)).toContain('头脑与双手')
    expect(await text(both.secondary?.url)).toContain('Between head')
    await set({ offset_ms: -500 })
    expect(await set({ secondary_offset_ms: 700 })).toMatchObject({ offset_ms: -500, secondary_offset_ms: 700 })
    expect((await sent()).secondary).toEqual({ ...both.secondary, offset_ms: 700 })
    expect((await start('Other')).tracks.secondary_id).toBe('')
    const choice = { subtitle_id: first, secondary_id: second, offset_ms: -500, secondary_offset_ms: 700 }
    expect((await start('Film')).tracks).toMatchObject(choice)
    await tv.restart()
    tv.page = await letIn(tv.box)
    expect((await start('Film')).tracks).toMatchObject(choice)
    expect(await set({ secondary_id: '' })).toMatchObject({ subtitle_id: first, secondary_id: '' })
    expect((await sent()).secondary).toBeNull()
  })

  it('where the first one is the same, or off, there is nothing to stand above', async () => {
    await start('Film')
    const wrong = { data: { field: 'secondary_id', rule: 'invalid' } }
    await set({ subtitle_id: '' })
    expect(await choose({ secondary_id: second })).toMatchObject(wrong)
    await set({ subtitle_id: first })
    expect(await choose({ secondary_id: first })).toMatchObject(wrong)
    await set({ secondary_id: second })
    expect(await set({ subtitle_id: second })).toMatchObject({ subtitle_id: second, secondary_id: '' })
    expect(await set({ subtitle_id: '' })).toMatchObject({ subtitle_id: '', secondary_id: '' })
    expect(await set({ subtitle_id: first })).toMatchObject({ subtitle_id: first, secondary_id: second })
  })

  it('pictures are none, and one that cannot be read is marked while the first one stays', async () => {
    await start('Film')
    await set({ subtitle_id: first })
    for (const secondary_id of ['beside:Film.de.sup', 'nothing'])
      expect(await choose({ secondary_id })).toMatchObject({ data: { reason: 'no_track' } })
    await set({ secondary_id: 'beside:Film.fr.srt' })
    const { tracks, subtitle } = await tv.page.word('tracks', (one) =>
      one.tracks.subtitles.some(({ trouble }) => trouble === 'unreadable'),
    )
    expect(tracks).toMatchObject({ subtitle_id: first, secondary_id: '' })
    expect(await text(subtitle?.url)).toContain('头脑与双手')
  })
})
