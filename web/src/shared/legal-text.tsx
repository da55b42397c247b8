/** One of the papers, to be read; its chunk comes when somebody opens it. */
import { Prose } from '../ui/prose.tsx'
import { useText } from '../kit/lang.ts'
import { papers, type PaperName } from './legal-text-content.ts'

export function Paper({ name }: { name: PaperName }) {
  return <Prose {...useText(papers)[name]} />
}
