/** The row of a film's page that opens the identify sheet: the match is wrong, or there is none. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie.ts'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { filmText } from '../film-text.ts'

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
      </div>
      {isOpen !== null && (
        <Suspense>
          <IdentifySheet device={device} filmId={film.id} isOpen={isOpen} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
