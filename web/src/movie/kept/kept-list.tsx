/** The films on this phone, and those on their way to it, with the room that they take. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { percentOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { switchTab } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { freeRoom } from '../../kit/browser-features.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Bar } from '../../ui/bar.tsx'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { detailOf, libraryPath } from '../data.ts'
import { removeKept, startKeeping, tryAnew } from './keep-films.ts'
import { changeKept, useAreKeptFilmsRead, useKeptFilms, type KeptFilm } from './kept-films.ts'
import { ComingRow, nameOf, ReadyRow } from './kept-row.tsx'
import { keptText } from './kept-text.ts'
import styles from './kept.module.css'
import { playKept } from './play-kept.tsx'

export function KeptList() {
  const words = useText(keptText)
  const client = useQueryClient()
  const films = useKeptFilms()
  const areRead = useAreKeptFilmsRead()
  const [shown, setShown] = useState<{ id: string; isOpen: boolean } | null>(null)
  useEffect(() => startKeeping(client), [client])
  const ready = films.filter(({ state }) => state === 'kept')
  const coming = films.filter(({ state }) => state !== 'kept')
  const chosen = films.find(({ id }) => id === shown?.id)
  const remove = (film: KeptFilm) => void removeKept(film).then(() => toast(words.removed(nameOf(film))))
  if (!areRead) return null
  if (films.length === 0)
    return (
      <EmptyState art={art.films} title={words.none} text={words.noneText} isNear>
        <Button variant="main" onClick={() => switchTab(libraryPath)}>
          {words.toLibrary}
        </Button>
      </EmptyState>
    )
  return (
    <div className={styles.lists}>
      <Room films={films} />
      {coming.length > 0 && (
        <section>
          <h2 className={styles.heading}>{words.onTheWay}</h2>
          <ul className={styles.films}>
            {coming.map((film) => (
              <li key={film.id}>
                <ComingRow film={film} retry={() => tryAnew(film)} remove={() => remove(film)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {ready.length > 0 && (
        <section>
          <h2 className={styles.heading}>{words.ready}</h2>
          <ul className={styles.films}>
            {ready.map((film) => (
              <li key={film.id}>
                <ReadyRow film={film} play={() => playKept(film)} more={() => setShown({ id: film.id, isOpen: true })} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {chosen && (
        <FilmSheet
          film={chosen}
          isOpen={shown?.isOpen === true}
          onClose={() => setShown({ id: chosen.id, isOpen: false })}
          remove={() => remove(chosen)}
        />
      )}
    </div>
  )
}

/** Only what the browser says is free here. */
function Room({ films }: { films: readonly KeptFilm[] }) {
  const words = useText(keptText)
  const bytes = films.reduce((sum, { done }) => sum + done, 0)
  const free = useQuery({ queryKey: ['free room', bytes], queryFn: freeRoom, staleTime: 0, networkMode: 'always' }).data ?? null
  return (
    <div className={styles.room}>
      {free !== null && <Bar percent={percentOf(bytes, bytes + free)} label={words.films(sizeOf(bytes))} />}
      <p className={classes(textStyles.caption, textStyles.numeric, styles.facts)}>
        <span>{words.films(sizeOf(bytes))}</span>
        {free !== null && <span>{words.free(sizeOf(free))}</span>}
      </p>
    </div>
  )
}

type SheetProps = { film: KeptFilm; isOpen: boolean; onClose: () => void; remove: () => void }

function FilmSheet({ film, isOpen, onClose, remove }: SheetProps) {
  const words = useText(keptText)
  const then = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={nameOf(film)} closeLabel={useText(commonText).close}>
      <div className={listStyles.list}>
        {film.point_ms > 0 && (
          <Row
            isAct
            icon={<RotateCcw strokeWidth={1.75} />}
            label={words.fromStart}
            onClick={then(() => playKept(film, 'start'))}
          />
        )}
        <Row icon={<Info strokeWidth={1.75} />} label={words.about} href={detailOf(film.movie_id)} />
        <Row isAct isDanger icon={<Trash2 strokeWidth={1.75} />} label={words.remove} onClick={then(remove)} />
      </div>
      <div className={layoutStyles.above8}>
        <Switch isOn={film.removes_watched} onChange={(removes_watched) => changeKept(film.id, { removes_watched })}>
          {words.removeWatched}
        </Switch>
      </div>
    </Sheet>
  )
}
