/** The page of a film or series: its buttons, its tabs, and the episodes, people or films of the open tab. */
import type { FilmPerson } from '@homeport/contract/shape/film/film.ts'
import type { ScreenEpisode, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { newId } from '../../kit/id.ts'
import type { Key } from '../keys.ts'
import { openFilm, openFilms, play, requestedFilms, requestFilm } from './open-view.ts'
import { update, updateView, type TvContext } from './state.ts'
import type { FilmTab, FilmView } from './views.ts'

/** The action of a button of the page. */
export type FilmButton = { kind: 'play'; point: number; isResumed: boolean } | { kind: 'version' } | { kind: 'favorite' }

export function receiveFilm(tv: TvContext, { id, film }: Extract<ToScreen, { kind: 'film' }>): void {
  const movieId = requestedFilms.get(id)
  requestedFilms.delete(id)
  const { views } = tv.state.get()
  // It was deleted: its page closes.
  if (!film) return update(tv, { views: views.filter((view) => view.kind !== 'film' || view.film.id !== movieId) })
  for (const view of views) {
    if (view.kind !== 'film' || view.film.id !== film.id) continue
    const isFirst = view.detail === undefined
    updateView<FilmView>(tv, view, { film, detail: film })
    const season = isFirst && film.kind === 'series' ? film.season_list[0]?.season : undefined
    const open = tabsOf(film)[view.tab]
    const shownSeason = open?.kind === 'season' ? open.season : season
    if (shownSeason !== undefined) requestEpisodes(tv, film.id, shownSeason)
  }
}

/** By id of the request: the series and season that it asks for. */
const episodesOf = new Map<string, { movieId: string; season: number }>()

function requestEpisodes(tv: TvContext, movieId: string, season: number): void {
  const id = newId()
  episodesOf.set(id, { movieId, season })
  tv.send({ kind: 'episodes', id, movie_id: movieId, season })
}

export function receiveEpisodes(tv: TvContext, { id, data }: Extract<ToScreen, { kind: 'episodes' }>): void {
  const of = episodesOf.get(id)
  episodesOf.delete(id)
  if (!of) return
  for (const view of tv.state.get().views) {
    if (view.kind !== 'film' || view.film.id !== of.movieId) continue
    const index = view.focused[view.tab] ?? 0
    const at = view.isTouched ? Math.max(0, Math.min(data.length - 1, index)) : episodeToWatch(data)
    updateView<FilmView>(tv, view, {
      episodes: { ...view.episodes, [of.season]: data },
      focused: { ...view.focused, [view.tab]: at },
    })
  }
}

/** The one in the middle, else the first after the last watched one. */
export function episodeToWatch(episodes: readonly ScreenEpisode[]): number {
  const begun = episodes.map(({ point }) => point > 0).indexOf(true)
  if (begun >= 0) return begun
  const watched = episodes.map(({ is_watched }) => is_watched).lastIndexOf(true)
  return watched + 1 < episodes.length ? watched + 1 : 0
}

/** The tabs of the page, the entries of the open one, and the buttons. */
export function tabsOf(film: FilmView['detail']): FilmTab[] {
  if (!film) return []
  return [
    ...film.season_list.map(({ season, title }) => ({ kind: 'season' as const, season, title })),
    ...(castOf(film.people).length > 0 ? [{ kind: 'cast' as const }] : []),
    ...(film.related.length > 0 ? [{ kind: 'similar' as const }] : []),
  ]
}

export function castOf(people: readonly FilmPerson[]): FilmPerson[] {
  const shown = new Set<string>()
  return people.filter(({ id, job }) => job !== 'writer' && !shown.has(id) && shown.add(id))
}

export function countOf({ detail, episodes }: FilmView, tab: FilmTab | undefined): number {
  if (!tab || !detail) return 0
  if (tab.kind === 'season') return episodes[tab.season]?.length ?? 0
  return tab.kind === 'cast' ? castOf(detail.people).length : detail.related.length
}

export function filmButtons({ film, detail }: FilmView): FilmButton[] {
  const favorite: FilmButton[] = detail?.can_favorite ? [{ kind: 'favorite' }] : []
  if (film.kind === 'series') return favorite
  const plays: FilmButton[] = [{ kind: 'play', point: film.point, isResumed: film.point > 0 }]
  if (film.point > 0) plays.push({ kind: 'play', point: 0, isResumed: false })
  return (detail?.versions.length ?? 0) > 1 ? [...plays, { kind: 'version' }, ...favorite] : [...plays, ...favorite]
}

/** Where the focus can be, from top to bottom. */
function zonesOf(view: FilmView): FilmView['zone'][] {
  const tabs = tabsOf(view.detail)
  const zones: FilmView['zone'][] = filmButtons(view).length > 0 ? ['buttons'] : []
  if (tabs.length > 0) zones.push('tabs')
  if (countOf(view, tabs[view.tab]) > 0) zones.push('list')
  return zones
}

/** The focus as it can be now: the list may have become empty. */
export function filmZone(view: FilmView): FilmView['zone'] {
  const zones = zonesOf(view)
  return zones.indexOf(view.zone) >= 0 ? view.zone : (zones[zones.length - 1] ?? 'buttons')
}

export function pressFilm(tv: TvContext, view: FilmView, key: Key): void {
  const zone = filmZone(view)
  const step = key === 'up' || key === 'left' ? -1 : 1
  if (key === 'up' || key === 'down') {
    const zones = zonesOf(view)
    const next = zones[Math.max(0, Math.min(zones.length - 1, zones.indexOf(zone) + step))] ?? zone
    return updateView<FilmView>(tv, view, { zone: next, isTouched: true })
  }
  if (key === 'left' || key === 'right') return moveFilm(tv, view, step)
  if (key === 'ok' || key === 'play' || key === 'toggle') chooseFilm(tv, view, key)
}

function moveFilm(tv: TvContext, view: FilmView, step: number): void {
  const zone = filmZone(view)
  const tabs = tabsOf(view.detail)
  const within = (at: number, length: number) => Math.max(0, Math.min(length - 1, at + step))
  if (zone === 'buttons')
    return updateView<FilmView>(tv, view, { button: within(view.button, filmButtons(view).length), isTouched: true })
  if (zone === 'tabs') return openTab(tv, view, within(view.tab, tabs.length))
  const index = within(view.focused[view.tab] ?? 0, countOf(view, tabs[view.tab]))
  updateView<FilmView>(tv, view, { focused: { ...view.focused, [view.tab]: index }, isTouched: true })
}

function openTab(tv: TvContext, view: FilmView, tab: number): void {
  const open = tabsOf(view.detail)[tab]
  updateView<FilmView>(tv, view, { tab, zone: 'tabs', isTouched: true })
  if (open?.kind === 'season' && !view.episodes[open.season]) requestEpisodes(tv, view.film.id, open.season)
}

function chooseFilm(tv: TvContext, view: FilmView, key: Key): void {
  const zone = filmZone(view)
  const { detail } = view
  const open = tabsOf(detail)[view.tab]
  if (zone === 'tabs') return updateView<FilmView>(tv, view, { zone: 'list' })
  const index = view.focused[view.tab] ?? 0
  if (zone === 'list' && detail) {
    if (open?.kind === 'season') {
      const episode = view.episodes[open.season]?.[index]
      if (episode) play(tv, episode, episode.point)
    }
    const person = open?.kind === 'cast' ? castOf(detail.people)[index] : undefined
    if (person) openFilms(tv, { title: person.name, filter: { person: person.id, sort: 'year' } })
    const film = open?.kind === 'similar' ? detail.related[index] : undefined
    if (film) openFilm(tv, film)
    return
  }
  const buttons = filmButtons(view)
  const button = buttons[key === 'ok' ? Math.min(view.button, buttons.length - 1) : 0]
  if (button?.kind === 'favorite') return key === 'ok' ? turnFavorite(tv, view) : undefined
  if (button?.kind === 'version') {
    const count = detail?.versions.length ?? 1
    return updateView<FilmView>(tv, view, { version: (view.version + 1) % count })
  }
  play(tv, { id: view.film.id, path: pathOf(view) }, button?.point ?? view.film.point)
}

/** Shown at once; the box says it to the person's phone. */
function turnFavorite(tv: TvContext, view: FilmView): void {
  const is_favorite = !view.film.is_favorite
  updateView<FilmView>(tv, view, { film: { ...view.film, is_favorite }, isTouched: true })
  tv.send({ kind: 'favorite', movie_id: view.film.id, is_favorite })
}

/** '' for the version that the box takes by itself. */
function pathOf({ version, detail }: FilmView): string {
  return version > 0 ? (detail?.versions[version]?.path ?? '') : ''
}

/** A mouse click, or a touch, on a part of the page. */
export function clickFilm(tv: TvContext, view: FilmView, { zone, at }: { zone: FilmView['zone']; at: number }): void {
  if (zone === 'tabs') return openTab(tv, view, at)
  const focused = { ...view, zone, ...(zone === 'buttons' ? { button: at } : { focused: { ...view.focused, [view.tab]: at } }) }
  update(tv, { views: tv.state.get().views.map((one) => (one === view ? focused : one)) })
  chooseFilm(tv, focused, 'ok')
}

/** After a film was watched: the focus goes to the episode that is next. */
export function returnToFilms(tv: TvContext): void {
  const views = tv.state.get().views.map((view) => (view.kind === 'film' ? { ...view, isTouched: false } : view))
  update(tv, { views })
  reloadFilms(tv)
}

/** After the library changed: what is shown is requested again. */
export function reloadFilms(tv: TvContext): void {
  for (const view of tv.state.get().views) {
    if (view.kind !== 'film') continue
    requestFilm(tv, view.film.id)
  }
}
