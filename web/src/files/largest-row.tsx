/** A row that leads to the box's files, the largest first. */
import { Folder } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav/nav.ts'
import { Row } from '../ui/row.tsx'
import { filesPath, sorted } from './data.ts'
import { filesText } from './text.ts'

export function LargestFilesRow() {
  const open = () => {
    sorted.set({ sort: 'size', is_up: false })
    forward(filesPath)
  }
  return <Row icon={<Folder strokeWidth={1.75} />} label={useText(filesText).largestFirst} onClick={open} />
}
