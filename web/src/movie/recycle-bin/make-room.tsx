/** Rows that lead to what can be deleted, each with its size: watched films, deleted files. They have none for a box that does not tell the size of watched films. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { Row } from '../../ui/row.tsx'
import { libraryPath } from '../data.ts'
import { filterText } from '../filter-text.ts'
import { binEntries, binPath, watchedBytes } from './recycle-bin-data.ts'
import { recycleBinText } from './recycle-bin-text.ts'

/** children: rows of other features. */
export function MakeRoomRows({ device, children }: { device: Device; children: ReactNode }) {
  const watched = useQuery(watchedBytes(device)).data
  const binned = useQuery(binEntries(device)).data?.data.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <Row
        icon={<Check strokeWidth={1.75} />}
        label={useText(filterText).watchedFilms}
        {...valueOf(watched)}
        href={hrefTo(libraryPath, { watched: 1 })}
      />
      <Row
        icon={<Trash2 strokeWidth={1.75} />}
        label={useText(recycleBinText).title}
        {...valueOf(binned)}
        href={hrefTo(binPath)}
      />
      {children}
    </>
  )
}

function valueOf(bytes: number | undefined): { value?: string } {
  return bytes === undefined ? {} : { value: sizeOf(bytes) }
}
