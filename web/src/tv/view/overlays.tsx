/** The layers over a page: a list of choices, the questions who watches and whether somebody does, and the dark picture of a page that nobody uses. */
import { now as clockNow } from '../../kit/time/clock.ts'
import { firstLetter } from '../../kit/text/format.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { Mark, PlayIcon } from '../../ui/icon.tsx'
import { filmChips } from '../control/films.ts'
import type { Menu, TvPageState } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import { useChoiceName } from './films.tsx'
import { Focusable } from './focusable.tsx'
import { screenText } from '../text.ts'
import { useNow } from '../use-now.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tv-overlays.module.css'
import stageStyles from '../tv-stage.module.css'

/** Choices drawn above the focused one. */
const menuAbove = 5
const menuRows = 9
/** The dark picture stands somewhere else after this time, so that nothing burns in. */
const moveEveryMs = 20_000
const corners = [
  [0.08, 0.12],
  [0.6, 0.66],
  [0.32, 0.3],
  [0.7, 0.1],
  [0.12, 0.72],
  [0.46, 0.5],
] as const

export function MenuList({ tv, menu }: { tv: Tv; menu: Menu }) {
  const t = useText(screenText)
  const nameOf = useChoiceName()
  const chip = filmChips.filter((one) => one === menu.title)[0]
  const title = chip ? t.chips[chip] : (t.menus[menu.title] ?? '')
  const first = Math.max(0, Math.min(menu.at - menuAbove, menu.choices.length - menuRows))
  const unnamed = (id: string, list: string) =>
    list === 'remove' ? t.noTitle : id === 'secondary' ? (t.menus['secondary'] ?? '') : t.off
  return (
    <section className={classes(styles.menu, chip && styles.ofChips)} role="dialog" aria-label={title}>
      <h2>{title}</h2>
      {menu.choices.slice(first, first + menuRows).map(({ id, name }, index) => {
        const at = first + index
        return (
          <Focusable
            key={id}
            isFocused={at === menu.at}
            className={classes(styles.menuRow, menu.chosen.includes(id) && styles.chosen)}
            onSelect={() => tv.clickMenu(at)}
          >
            {chip ? nameOf(chip, id) : name || unnamed(id, menu.title)}
            {menu.title === 'remove' && menu.chosen.includes(id) && <span className={styles.menuNote}>{t.removedFrom}</span>}
          </Focusable>
        )
      })}
    </section>
  )
}

export function ViewerQuestion({ tv, state }: { tv: Tv; state: TvPageState }) {
  const t = useText(screenText)
  const people = state.face?.people ?? []
  return (
    <main className={styles.who}>
      <h1>{t.viewerTitle}</h1>
      <ul>
        {people.map(({ id, name }, at) => (
          <li key={id}>
            <Focusable isFocused={at === state.viewerAt} className={styles.face} label={name} onSelect={() => tv.clickViewer(at)}>
              {firstLetter(name)}
            </Focusable>
            <p className={classes(stageStyles.name, at === state.viewerAt && stageStyles.focused)} aria-hidden="true">
              {name}
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.whoTip}>{t.viewerTip}</p>
    </main>
  )
}

/** After several episodes without a key: any key goes on, Back ends. */
export function StillWatching({ tv }: { tv: Tv }) {
  const t = useText(screenText)
  return (
    <main className={classes(stageStyles.black, styles.asking)}>
      <h1>{t.stillWatching}</h1>
      <Focusable isFocused className={classes(stageStyles.choice, stageStyles.main)} onSelect={() => tv.press('ok')}>
        <PlayIcon size={36} />
        {t.keepWatching}
      </Focusable>
      <p>{t.stillWatchingTip}</p>
    </main>
  )
}

/** Any key wakes the page. */
export function IdleScreen({ box }: { box: string }) {
  const t = useText(screenText)
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en-GB'
  const at = Math.floor(useNow(1_000) / moveEveryMs)
  const [x, y] = corners[at % corners.length] ?? corners[0]
  return (
    <main className={styles.idle} aria-label={t.idle}>
      <div style={{ left: Math.round(x * 1_920), top: Math.round(y * 1_080) }}>
        <Mark size={56} />
        <time className={stageStyles.numeric}>
          {new Date(clockNow()).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false })}
        </time>
        <p>{box}</p>
      </div>
    </main>
  )
}
