/** Which tracks are shown and heard: the film's choice, the habit, the file's own marks, and forced subtitles by themselves. */
import type { AudioTrack, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import { describe, expect, test } from 'vitest'
import { chooseTracks, habitAfter, markOf, noChoice, noHabit, type FilmChoice } from './choose-tracks.ts'
import type { PlayHabit } from '@homeport/contract/shape/film/track.ts'

const audio = (id: string, language: string, more: Partial<AudioTrack> = {}): AudioTrack => ({
  id,
  language,
  title: '',
  codec: 'aac',
  channels: 2,
  is_default: false,
  ...more,
})
const subtitle = (id: string, language: string, more: Partial<SubtitleTrack> = {}): SubtitleTrack => ({
  id,
  source: 'inside',
  format: 'subrip',
  language,
  title: '',
  is_forced: false,
  is_default: false,
  trouble: '',
  ...more,
})
type Given = { audio?: AudioTrack[]; subtitles?: SubtitleTrack[]; choice?: FilmChoice; habit?: Partial<PlayHabit> }
const chosen = ({ audio: heard = [], subtitles = [], choice = noChoice, habit = {} }: Given) => {
  const { audio_id, subtitle_id, shown_id } = chooseTracks(
    { audio: heard, subtitles },
    { choice, habit: { ...noHabit, ...habit } },
  )
  return [audio_id, subtitle_id, shown_id]
}
const two = [audio('1', 'en'), audio('2', 'zh')]

describe('the sound', () => {
  test('is the first, the file’s default, the habit, and above all what was chosen for the film', () => {
    expect(chosen({ audio: two })[0]).toBe('1')
    expect(chosen({ audio: [audio('1', 'en'), audio('2', 'zh', { is_default: true })] })[0]).toBe('2')
    expect(chosen({ audio: two, habit: { audio_language: 'zh' } })[0]).toBe('2')
    expect(chosen({ audio: two, habit: { audio_language: 'fr' } })[0]).toBe('1')
    const choice = { audio: markOf(audio('1', 'en')), subtitle: null }
    expect(chosen({ audio: two, habit: { audio_language: 'zh' }, choice })[0]).toBe('1')
  })
  test('a habit prefers the default among tracks of its language', () => {
    expect(
      chosen({ audio: [audio('1', 'en'), audio('2', 'en', { is_default: true })], habit: { audio_language: 'en' } })[0],
    ).toBe('2')
  })
  test('a file without sound has none', () => expect(chosen({})).toEqual(['', '', '']))
})

describe('the subtitle', () => {
  const some = [
    subtitle('3', 'en'),
    subtitle('4', 'zh-Hant'),
    subtitle('5', 'zh-Hans'),
    subtitle('6', 'zh-Hans', { trouble: 'picture' }),
  ]
  test('is off, or the file’s default', () => {
    expect(chosen({ subtitles: some })).toEqual(['', '', ''])
    expect(chosen({ subtitles: [subtitle('3', 'en', { is_default: true })] })).toEqual(['', '3', '3'])
    expect(chosen({ subtitles: [subtitle('3', 'en', { is_default: true, trouble: 'picture' })] })).toEqual(['', '', ''])
  })
  test('follows the habit in language and script, the other script when there is no better one', () => {
    expect(chosen({ subtitles: some, habit: { subtitle_language: 'zh-Hans' } })[1]).toBe('5')
    expect(chosen({ subtitles: some, habit: { subtitle_language: 'zh-Hant' } })[1]).toBe('4')
    expect(chosen({ subtitles: some.slice(0, 2), habit: { subtitle_language: 'zh-Hans' } })[1]).toBe('4')
    expect(chosen({ subtitles: some, habit: { subtitle_language: 'fr' } })[1]).toBe('')
    expect(chosen({ subtitles: [subtitle('3', 'en', { is_default: true })], habit: { subtitle_language: 'off' } })[1]).toBe('')
  })
  test('is of the second language where the film has none in the first, and only then', () => {
    const habit = { subtitle_language: 'fr', second_subtitle_language: 'en' }
    expect(chosen({ subtitles: some, habit })[1]).toBe('3')
    expect(chosen({ subtitles: [...some, subtitle('7', 'fr')], habit })[1]).toBe('7')
    expect(chosen({ subtitles: some, habit: { ...habit, subtitle_language: 'off' } })[1]).toBe('')
    expect(chosen({ subtitles: some, habit: { ...habit, subtitle_language: '' } })[1]).toBe('')
  })
  test('what was chosen is recognized where more is known of its language by now', () => {
    const choice = { audio: null, subtitle: markOf(subtitle('5', 'pt', { title: 'Brazilian' })) }
    const now = [subtitle('4', 'pt', { title: 'European' }), subtitle('5', 'pt-BR', { title: 'Brazilian' })]
    expect(chosen({ subtitles: now, choice })[1]).toBe('5')
    expect(chosen({ subtitles: [subtitle('5', 'es', { title: 'Brazilian' })], choice })[1]).toBe('')
  })
  test('what was chosen for the film is recognized in another file of it by language and title', () => {
    const choice = { audio: null, subtitle: markOf(subtitle('beside:E01.zh.srt', 'zh-Hans', { title: 'A' })) }
    const next = [subtitle('3', 'zh-Hans', { title: 'B' }), subtitle('beside:E02.zh.srt', 'zh-Hans', { title: 'A' })]
    expect(chosen({ subtitles: next, choice })[1]).toBe('beside:E02.zh.srt')
    expect(chosen({ subtitles: next.slice(0, 1), choice })[1]).toBe('3')
    expect(chosen({ subtitles: [subtitle('3', 'en')], choice })[1]).toBe('')
    expect(
      chosen({ subtitles: next, choice: { audio: null, subtitle: 'off' }, habit: { subtitle_language: 'zh-Hans' } })[1],
    ).toBe('')
  })
})

describe('a forced subtitle', () => {
  const forced = subtitle('3', 'en', { is_forced: true, is_default: true })
  test('shows by itself in the language of the sound while no other is chosen, also when subtitles are off', () => {
    expect(chosen({ audio: two, subtitles: [forced] })).toEqual(['1', '', '3'])
    expect(chosen({ audio: two, subtitles: [forced], choice: { audio: null, subtitle: 'off' } })).toEqual(['1', '', '3'])
    expect(chosen({ audio: two, subtitles: [forced], habit: { audio_language: 'zh' } })).toEqual(['2', '', ''])
    expect(chosen({ audio: two, subtitles: [forced, subtitle('4', 'zh-Hans')], habit: { subtitle_language: 'zh' } })).toEqual([
      '1',
      '4',
      '4',
    ])
  })
  test('is not what a habit of its language means', () => {
    expect(chosen({ subtitles: [forced, subtitle('4', 'en')], habit: { subtitle_language: 'en' } })[1]).toBe('4')
  })
})

test('a habit is what was pressed last; a track without a language changes nothing', () => {
  const first = habitAfter(noHabit, { audio: audio('1', 'zh'), subtitle: subtitle('3', 'en'), size: 'l' })
  expect(first).toEqual({ ...noHabit, audio_language: 'zh', subtitle_language: 'en', size: 'l' })
  expect(habitAfter(first, { subtitle: 'off' })).toEqual({ ...first, subtitle_language: 'off' })
  expect(habitAfter(first, { audio: audio('1', ''), subtitle: subtitle('3', '') })).toEqual(first)
  expect(habitAfter(first, { subtitle: subtitle('3', 'fr', { is_forced: true }) })).toEqual(first)
})
