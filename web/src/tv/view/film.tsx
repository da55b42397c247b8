/** A film or series on the TV: its facts and plot, buttons, and tabs with episodes, people and what is like it. */
import type { FilmPerson } from '@homeport/contract/shape/film/film.ts'
import type { ScreenEpisode } from '@homeport/contract/playback/screen-protocol.ts'
import { durationOf, firstLetter, formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { CheckIcon, PlayIcon } from '../../ui/icon.tsx'
import { castOf, filmButtons, filmZone, tabsOf, type FilmButton } from '../control/film.ts'
import type { FilmTab, FilmView } from '../control/views.ts'
import type { Tv } from '../control/tv.ts'
import { Facts, isLong } from './facts.tsx'
import { FilmRow } from './film-row.tsx'
import { Focusable } from './focusable.tsx'
import { FavoriteMark, NoFavoriteMark } from '../icons.tsx'
import { Backdrop, Picture, Progress } from './poster.tsx'
import { screenText } from '../text.ts'
import { Top } from './top-bar.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './tv-film.module.css'
import heroStyles from './tv-hero.module.css'
import stageStyles from '../tv-stage.module.css'

/** A still with its gap. */
const stillStep = 420
const stillsInSight = 4
const personStep = 252
const peopleInSight = 7
const around = 2

export function Film({ tv, view, box }: { tv: Tv; view: FilmView; box: string }) {
  const t = useText(screenText)
  const { film, detail } = view
  const zone = filmZone(view)
  const tabs = tabsOf(detail)
  const open = tabs[view.tab]
  const index = view.focused[view.tab] ?? 0
  const buttons = filmButtons(view)
  const Heart = film.is_favorite ? FavoriteMark : NoFavoriteMark
  const episode = open?.kind === 'season' ? view.episodes[open.season]?.[index] : undefined
  return (
    <>
      <Backdrop film={film} />
      <Top name={box} isOver={film.poster !== '' || film.backdrop !== ''} />
      <main className={styles.page}>
        <section
          className={classes(heroStyles.hero, isLong(film.title) && heroStyles.long, buttons.length > 0 && styles.withButtons)}
        >
          <h1>{film.title || t.noTitle}</h1>
          <Facts film={film}>
            {film.is_favorite && (
              <span className={heroStyles.mark} role="img" aria-label={t.favorite}>
                <FavoriteMark size={32} />
              </span>
            )}
            {film.is_watched && film.point === 0 && (
              <span className={heroStyles.mark} role="img" aria-label={t.watched}>
                <CheckIcon size={32} />
              </span>
            )}
          </Facts>
          <p className={heroStyles.about}>{film.overview}</p>
        </section>
        {buttons.length > 0 && (
          <p className={styles.buttons}>
            {buttons.map((button, at) => (
              <Focusable
                key={at}
                isFocused={zone === 'buttons' && at === Math.min(view.button, buttons.length - 1)}
                className={classes(stageStyles.choice, at === 0 && button.kind === 'play' && stageStyles.main)}
                onSelect={() => tv.clickFilm('buttons', at)}
              >
                {button.kind === 'favorite' ? <Heart size={36} /> : at === 0 && <PlayIcon size={36} />}
                {buttonName(button, view, t)}
              </Focusable>
            ))}
          </p>
        )}
        {tabs.length > 0 && (
          <div className={styles.tabs} role="group">
            {tabs.map((tab, at) => (
              <Focusable
                key={at}
                isFocused={zone === 'tabs' && at === view.tab}
                className={classes(styles.tab, at === view.tab && styles.open)}
                onSelect={() => tv.clickFilm('tabs', at)}
              >
                {tabName(tab, tabs, t)}
              </Focusable>
            ))}
          </div>
        )}
        {zone === 'list' && episode && (
          <p className={classes(stageStyles.hint, stageStyles.numeric)}>
            <b>{t.ok}</b> {episode.point > 0 ? t.resumeFrom(formatClock(episode.point)) : t.play}
          </p>
        )}
        <List tv={tv} view={view} open={open} focused={zone === 'list' ? index : -1} index={index} />
      </main>
    </>
  )
}

function buttonName(button: FilmButton, { film, detail, version }: FilmView, t: ButtonWords): string {
  if (button.kind === 'favorite') return film.is_favorite ? t.unfavorite : t.addFavorite
  if (button.kind === 'version') return t.version(detail?.versions[version]?.name ?? '')
  if (button.isResumed) return t.goOn(formatClock(button.point))
  return film.point > 0 ? t.fromStart : t.play
}

type ButtonWords = Record<'unfavorite' | 'addFavorite' | 'fromStart' | 'play', string> &
  Record<'version' | 'goOn', (value: string) => string>
type Words = {
  season: (n: number) => string
  specials: string
  episodesTab: string
  cast: string
  similarFilms: string
}

function tabName(tab: FilmTab, tabs: readonly FilmTab[], t: Words): string {
  if (tab.kind === 'cast') return t.cast
  if (tab.kind === 'similar') return t.similarFilms
  if (tabs.filter(({ kind }) => kind === 'season').length === 1) return t.episodesTab
  return tab.season === 0 ? t.specials : t.season(tab.season)
}

type ListProps = { tv: Tv; view: FilmView; open: FilmTab | undefined; focused: number; index: number }

function List({ tv, view, open, focused, index }: ListProps) {
  const { detail, episodes } = view
  const choose = (at: number) => tv.clickFilm('list', at)
  if (!open || !detail) return null
  if (open.kind === 'similar')
    return (
      <div className={classes(stageStyles.rows, stageStyles.lower)}>
        <FilmRow length={detail.related.length} film={(at) => detail.related[at]} focused={focused} top={0} onSelect={choose} />
      </div>
    )
  if (open.kind === 'cast') {
    const people = castOf(detail.people)
    return (
      <Strip className={styles.people} length={people.length} index={index} step={personStep} inSight={peopleInSight}>
        {(at) => {
          const person = people[at]
          return person && <Person person={person} isFocused={at === focused} onSelect={() => choose(at)} />
        }}
      </Strip>
    )
  }
  const list = episodes[open.season] ?? []
  return (
    <Strip length={list.length} index={index} step={stillStep} inSight={stillsInSight}>
      {(at) => {
        const episode = list[at]
        return episode && <Episode episode={episode} isFocused={at === focused} onSelect={() => choose(at)} />
      }}
    </Strip>
  )
}

type StripProps = {
  className?: string | undefined
  length: number
  index: number
  step: number
  inSight: number
  children: (at: number) => React.ReactNode
}

/** A row that moves so that the focused entry is in sight. */
function Strip({ className, length, index, step, inSight, children }: StripProps) {
  const first = Math.max(0, Math.min(index - Math.floor(inSight / 2), length - inSight))
  const from = Math.max(0, first - around)
  const shown = Array.from({ length: Math.max(0, Math.min(length, first + inSight + around) - from) }, (_, at) => from + at)
  return (
    <ul className={classes(styles.strip, className)} style={{ transform: `translateX(${-first * step}px)` }}>
      {shown.map((at) => (
        <li key={at} style={{ left: at * step }}>
          {children(at)}
        </li>
      ))}
    </ul>
  )
}

function Episode({ episode, isFocused, onSelect }: { episode: ScreenEpisode; isFocused: boolean; onSelect: () => void }) {
  const t = useText(screenText)
  const { still, title, point, duration_ms, is_watched, episode: number } = episode
  const name = [number === null ? '' : `${number}.`, title || (number === null ? t.noTitle : t.episodeOf(null, number))]
    .filter((part) => part !== '')
    .join(' ')
  const length =
    duration_ms === null ? '' : point > 0 ? t.left(durationOf((duration_ms - point) / 1000)) : durationOf(duration_ms / 1000)
  return (
    <>
      <Focusable
        isFocused={isFocused}
        className={styles.still}
        label={[name, length, is_watched ? t.watched : ''].filter((part) => part !== '').join(', ')}
        onSelect={onSelect}
      >
        <Picture id={still} missing={number === null ? '' : String(number)} />
        {is_watched && point === 0 && (
          <span className={stageStyles.mark}>
            <CheckIcon size={28} />
          </span>
        )}
        <Progress point={point} duration={duration_ms} />
      </Focusable>
      <p className={classes(styles.stillName, isFocused && styles.focused)} aria-hidden="true">
        {name}
      </p>
      <p className={classes(styles.stillTime, stageStyles.numeric, isFocused && styles.focused)} aria-hidden="true">
        {length}
      </p>
    </>
  )
}

function Person({ person, isFocused, onSelect }: { person: FilmPerson; isFocused: boolean; onSelect: () => void }) {
  const t = useText(screenText)
  const role = person.job === 'director' ? t.director : person.role
  return (
    <>
      <Focusable
        isFocused={isFocused}
        className={styles.person}
        label={[person.name, role].filter(Boolean).join(', ')}
        onSelect={onSelect}
      >
        <Picture id={person.photo} missing={firstLetter(person.name)} />
      </Focusable>
      <p className={classes(stageStyles.name, isFocused && stageStyles.focused)} aria-hidden="true">
        {person.name}
      </p>
      <p className={classes(styles.role, isFocused && styles.focused)} aria-hidden="true">
        {role}
      </p>
    </>
  )
}
