/** The rows of a film's page about its match: the sheet where it is wrong or missing, and the way back from what a person decided last. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { filmText } from '../film-text.ts'
import { match } from './identify-data.ts'
import { identifyText } from './identify-text.ts'
import { useUndo } from './use-identify.ts'

const IdentifySheet = lazyPart(async () => (await import('./identify-sheet.tsx')).IdentifySheet)

export function FixMatch({ device, film }: { device: Device; film: FilmDetail }) {
  const words = useText(filmText)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <div className={listStyles.list}>
        <Row
          icon={<Pencil size={24} strokeWidth={1.75} aria-hidden="true" />}
          label={film.kind === 'series' ? words.fixSeries : words.fixFilm}
          onClick={() => setOpen(true)}
        />
        <UndoMatch device={device} film={film} />
      </div>
      {isOpen !== null && (
        <Suspense>
          <IdentifySheet device={device} filmId={film.id} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A match that the box found by itself has no way back, so the page asks only for one that a person decided. */
function UndoMatch({ device, film: { id, identified } }: { device: Device; film: FilmDetail }) {
  const words = useText(identifyText)
  const isByPerson = identified === 'person' || identified === 'no'
  const { data } = useQuery({ ...match(device, id), enabled: isByPerson && device.online === 1 })
  const undo = useUndo(device)
  if (!data?.can_undo) return null
  return <Row isAct icon={<Undo2 strokeWidth={1.75} />} label={words.undoMatch} onClick={() => undo({ id })} />
}
