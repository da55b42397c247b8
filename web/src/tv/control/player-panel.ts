/** The player's overlay: its controls, the next episode with its countdown, the lists of tracks and speeds. */
import { nextIn } from '@homeport/contract/playback/next-in.ts'
import { backMs, forwardMs } from '@homeport/contract/playback/playback.ts'
import type { PlayerTracks, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import type { CastState } from '../film-player/cast.ts'
import type { FilmPlayer } from '../film-player/film-player.ts'
import type { Showing } from '../film-player/state.ts'
import type { Key } from '../keys.ts'
import { trackName } from '../track-name.ts'
import { showOverlay, showRefusal, showSeeking } from './indicators.ts'
import { update, updatePanel, type PlayerPanel, type TvContext } from './state.ts'

export const controls = ['back', 'toggle', 'forward', 'subtitles', 'audio', 'night', 'bullets', 'speed', 'cast'] as const
export type Control = (typeof controls)[number]
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]
const off = 'off'

/** The controls of the film that plays: a choice of one is none. */
export function controlsOf({ tracks, bullets, cast, night }: PlayerPanel): Control[] {
  const choices = tracks?.tracks
  return controls.filter((control) => {
    if (control === 'subtitles') return (choices?.subtitles.length ?? 0) > 0
    if (control === 'audio') return (choices?.audio.length ?? 0) > 1
    if (control === 'night') return night !== 'none'
    if (control === 'cast') return cast !== 'none'
    return control !== 'bullets' || bullets.length > 0
  })
}

/** Seconds until the next film begins; undefined while it is not offered. */
export function offeredIn({ next }: PlayerPanel, showing: Showing | null): number | undefined {
  return next && showing ? nextIn(showing) : undefined
}

export function pressInPlayer(tv: TvContext, player: FilmPlayer, key: Key): void {
  const { panel, showing } = tv.state.get()
  const isOffered = offeredIn(panel, showing) !== undefined
  if (isOffered && panel.zone !== 'controls' && pressNext(tv, panel, key)) return
  if (panel.zone === 'controls' && pressControls(tv, player, key)) return
  showOverlay(tv)
  if (key === 'down') return updatePanel(tv, { zone: 'controls', control: Math.max(0, controlsOf(panel).indexOf('toggle')) })
  if (key === 'next' || key === 'previous') return sendNext(tv, key === 'previous')
  const isToggle = key === 'ok' || key === 'toggle'
  if (key === 'play' || (isToggle && player.isPaused())) player.resume()
  else if (key === 'pause' || isToggle) player.pause()
  if (key === 'left' || key === 'rewind') seekBy(tv, player, -backMs)
  if (key === 'right' || key === 'forward') seekBy(tv, player, forwardMs)
}

export function seekBy(tv: TvContext, player: FilmPlayer, ms: number): void {
  player.seek(player.point() + ms)
  showSeeking(tv)
}

/** A click on the bar. share: of the film. */
export function seekTo(tv: TvContext, share: number): void {
  const { showing } = tv.state.get()
  if (!showing || showing.duration <= 0) return
  showOverlay(tv)
  tv.player()?.seek(Math.round(showing.duration * share))
  showSeeking(tv)
}

/** True if the key is one of the next film's buttons; the arrows up and down leave them. */
function pressNext(tv: TvContext, panel: PlayerPanel, key: Key): boolean {
  const isBar = panel.zone === 'bar' && panel.nextButton < 0
  if (key === 'up' && isBar) updatePanel(tv, { nextButton: 0 })
  else if (isBar) return false
  else if (key === 'down' || key === 'up') updatePanel(tv, { nextButton: -1 })
  else if (key === 'left' || key === 'right') updatePanel(tv, { nextButton: key === 'right' ? 1 : 0 })
  else if (key === 'ok') chooseNext(tv, panel.nextButton)
  else if (key === 'back') chooseNext(tv, 1)
  else return false
  return true
}

/** 0: now, 1: stay. */
export function chooseNext(tv: TvContext, button: number): void {
  if (button === 0) return sendNext(tv, false)
  const play_id = tv.player()?.playing()?.play_id
  if (play_id !== undefined) tv.send({ kind: 'stay', play_id })
  updatePanel(tv, { next: null })
}

function sendNext(tv: TvContext, back: boolean): void {
  const play_id = tv.player()?.playing()?.play_id
  if (play_id === undefined) return
  update(tv, { isNextComing: true })
  tv.send({ kind: 'next', play_id, ...(back && { back }) })
}

function pressControls(tv: TvContext, player: FilmPlayer, key: Key): boolean {
  const { panel } = tv.state.get()
  const all = controlsOf(panel)
  if (key === 'up' || key === 'back') updatePanel(tv, { zone: 'bar' })
  else if (key === 'left' || key === 'right')
    updatePanel(tv, { control: Math.max(0, Math.min(all.length - 1, panel.control + (key === 'right' ? 1 : -1))) })
  else if (key === 'ok') pressControl(tv, player, all[Math.min(panel.control, all.length - 1)] ?? 'toggle')
  else if (key !== 'down') return false
  showOverlay(tv)
  return true
}

/** Also by a click. */
export function pressControl(tv: TvContext, player: FilmPlayer, control: Control): void {
  const { panel } = tv.state.get()
  showOverlay(tv)
  if (control === 'back') seekBy(tv, player, -backMs)
  if (control === 'forward') seekBy(tv, player, forwardMs)
  if (control === 'toggle') {
    if (player.isPaused()) player.resume()
    else player.pause()
  }
  if (control === 'bullets') turnBullets(tv)
  if (control === 'night') player.volume({ night: panel.night === 'off' })
  if (control === 'subtitles' || control === 'audio') openTracks(tv, control)
  if (control === 'speed') openSpeeds(tv)
  if (control === 'cast') void chooseCast(tv)
}

/** The box lets the other screen read the film before that is chosen. */
async function chooseCast(tv: TvContext): Promise<void> {
  tv.send({ kind: 'cast', is_on: true })
  try {
    await tv.chooseCast()
  } catch (error) {
    endCast(tv)
    // The person closed the list.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return
    showRefusal(tv, 'cast')
  }
}

export function changeCast(tv: TvContext, cast: CastState): void {
  const before = tv.state.get().panel.cast
  updatePanel(tv, { cast })
  if (before === 'connected') endCast(tv)
  if (before !== cast) showOverlay(tv)
}

function endCast(tv: TvContext): void {
  if (tv.state.get().panel.cast !== 'connected') tv.send({ kind: 'cast', is_on: false })
}

/** Kept as the habit of who started the film. */
function turnBullets(tv: TvContext): void {
  const areBulletsOn = !tv.state.get().panel.areBulletsOn
  const play_id = tv.player()?.playing()?.play_id
  updatePanel(tv, { areBulletsOn })
  if (play_id !== undefined) tv.send({ kind: 'bullets', play_id, are_shown: areBulletsOn })
}

const toSecondary = 'secondary'
type TrackKind = 'subtitles' | 'audio' | 'secondary'

function openTracks(tv: TvContext, kind: TrackKind): void {
  const { tracks } = tv.state.get().panel
  if (!tracks) return
  const { audio, audio_id, subtitle_id, secondary_id } = tracks.tracks
  const named = (track: { id: string; language: string; title: string }) => ({ id: track.id, name: trackName(track) })
  const choices = {
    audio: () => audio.map(named),
    subtitles: () => [
      { id: off, name: '' },
      ...readableOf(tracks.tracks).map(named),
      ...(secondariesOf(tracks.tracks).length > 0 ? [{ id: toSecondary, name: '' }] : []),
    ],
    secondary: () => [{ id: off, name: '' }, ...secondariesOf(tracks.tracks).map(named)],
  }[kind]()
  openMenu(tv, {
    title: kind,
    choices,
    chosen: { audio: audio_id, subtitles: subtitle_id || off, secondary: secondary_id || off }[kind],
    choose: (id) => (id === toSecondary ? openTracks(tv, 'secondary') : chooseTrack(tv, kind, id === off ? '' : id)),
  })
}

function readableOf({ subtitles }: PlayerTracks): SubtitleTrack[] {
  return subtitles.filter(({ trouble }) => trouble === '')
}

/** The subtitles that can stand above the chosen one. */
export function secondariesOf(tracks: PlayerTracks): SubtitleTrack[] {
  if (!tracks.has_secondary || tracks.subtitle_id === '') return []
  return readableOf(tracks).filter(({ id }) => id !== tracks.subtitle_id)
}

/** id: '' turns subtitles off. */
export function chooseTrack(tv: TvContext, kind: TrackKind, id: string): void {
  const play_id = tv.state.get().panel.tracks?.play_id
  if (play_id === undefined) return
  const choice = { audio: { audio_id: id }, subtitles: { subtitle_id: id }, secondary: { secondary_id: id } }[kind]
  tv.send({ kind: 'tracks', play_id, ...choice })
}

function openSpeeds(tv: TvContext): void {
  openMenu(tv, {
    title: 'speed',
    choices: speeds.map((speed) => ({ id: String(speed), name: `${speed}×` })),
    chosen: String(tv.state.get().panel.speed),
    choose: (id) => chooseSpeed(tv, Number(id)),
  })
}

export function chooseSpeed(tv: TvContext, speed: number): void {
  const play_id = tv.player()?.playing()?.play_id
  if (play_id !== undefined) tv.send({ kind: 'speed', play_id, speed })
}

type NewMenu = { title: string; choices: { id: string; name: string }[]; chosen: string; choose: (id: string) => void }

function openMenu(tv: TvContext, menu: NewMenu): void {
  const at = menu.choices.map(({ id }) => id).indexOf(menu.chosen)
  update(tv, { menu: { ...menu, chosen: [menu.chosen], at: Math.max(0, at) } })
}
