/** The list of either kind with its four faces, and the button that adds one. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon } from '../ui/icon.tsx'
import './address.css'
import { addressText } from './text.ts'

type Props<T> = {
  query: UseQueryResult<T[]>
  empty: { art: ReactNode; title: string; text: string }
  add: string
  addPath: string
  children: ReactNode
}

export function Book<T>({ query, empty, add, addPath, children }: Props<T>) {
  const words = useText(addressText)
  const common = useText(commonText)
  const list = query.data ?? []
  const button = (
    <Button look="main" icon={<Plus size={20} strokeWidth={1.75} />} onClick={() => forward(addPath)}>
      {add}
    </Button>
  )
  if (query.isPending) {
    return (
      <div className="entries late" role="status" aria-label={common.loading}>
        <span className="sk entry-sk" />
        <span className="sk entry-sk" />
      </div>
    )
  }
  if (query.isLoadingError) {
    return (
      <Face art={art.boxSilent} title={words.failedTitle} text={words.failedText} isNear>
        <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void query.refetch()}>
          {common.retry}
        </Button>
      </Face>
    )
  }
  if (list.length === 0) {
    return (
      <Face art={empty.art} title={empty.title} text={empty.text} isNear>
        {button}
      </Face>
    )
  }
  return (
    <>
      <ul className="entries">{children}</ul>
      <div className="entries-add">{button}</div>
    </>
  )
}
