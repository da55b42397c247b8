/** The search: keys on the left, the films found on the right. */
import { useLang, useText } from '../../kit/lang.ts'
import { resultColumns, searchKeys } from '../control/search.ts'
import type { Tv } from '../control/tv.ts'
import type { SearchView } from '../control/views.ts'
import { Focusable } from './focusable.tsx'
import { DeleteMark, SearchMark, SpaceMark } from '../icons.tsx'
import { Poster } from './poster.tsx'
import { screenText } from '../text.ts'
import { Top } from './top-bar.tsx'
import { classes } from '../../ui/classes.ts'
import rowStyles from './tv-row.module.css'
import styles from './tv-search.module.css'
import stageStyles from '../tv-stage.module.css'

const resultHigh = 432
const rowsInSight = 2

export function Search({ tv, view, box }: { tv: Tv; view: SearchView; box: string }) {
  const t = useText(screenText)
  const isUpper = useLang() === 'zh'
  const { text, results, zone, key, at } = view
  const row = Math.floor(at / resultColumns)
  const first = Math.max(0, row - rowsInSight + 1)
  return (
    <>
      <Top name={box} />
      <main>
        <section className={styles.keyboard}>
          <p className={styles.field} role="status">
            <SearchMark size={40} />
            <span className={styles.typed}>{isUpper ? text.toUpperCase() : text}</span>
            <i />
            {text === '' && <span className={styles.placeholder}>{t.searchField}</span>}
          </p>
          <div className={styles.keys}>
            {searchKeys.map((name, index) => (
              <Focusable
                key={name}
                isFocused={zone === 'keys' && index === key}
                className={classes(styles.key, name.length > 1 && styles.wide)}
                label={t.keys[name] ?? name}
                onSelect={() => tv.clickKey(index)}
              >
                {name === 'space' ? (
                  <SpaceMark size={36} />
                ) : name === 'delete' ? (
                  <DeleteMark size={36} />
                ) : name === 'clear' ? (
                  t.keys['clear']
                ) : isUpper ? (
                  name.toUpperCase()
                ) : (
                  name
                )}
              </Focusable>
            ))}
          </div>
          <p className={styles.tip}>{t.searchTip}</p>
        </section>
        {results && (
          <section className={styles.results}>
            <h1>
              {results.text === '' ? t.rows.new : results.total > 0 ? t.searchResults : t.noneFound(results.text)}
              {results.text !== '' && results.total > 0 && (
                <small className={stageStyles.numeric}>{t.hitCount(results.total)}</small>
              )}
            </h1>
            <div className={styles.frame}>
              <ul className={styles.page} style={{ transform: `translateY(${-first * resultHigh}px)` }}>
                {results.data.map((film, index) => (
                  <li
                    key={film.id}
                    className={Math.floor(index / resultColumns) < first ? styles.past : undefined}
                    style={{ left: (index % resultColumns) * 246, top: Math.floor(index / resultColumns) * resultHigh }}
                  >
                    <Focusable
                      isFocused={zone === 'results' && index === at}
                      className={rowStyles.card}
                      label={film.title || t.noTitle}
                      onSelect={() => tv.clickResult(index)}
                    >
                      <Poster film={film} />
                    </Focusable>
                    <p className={styles.hitName} aria-hidden="true">
                      {film.title || t.noTitle}
                    </p>
                    <p className={classes(styles.hitYear, stageStyles.numeric)} aria-hidden="true">
                      {[film.year, film.kind === 'series' ? t.series : ''].filter(Boolean).join(' · ')}
                    </p>
                  </li>
                ))}
              </ul>
            </div>
          </section>
        )}
      </main>
    </>
  )
}
