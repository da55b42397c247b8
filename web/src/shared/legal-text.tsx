/** One of the papers, to be read; its chunk comes when somebody opens it. */
import { Prose } from '../ui/prose.tsx'
import { useText } from '../kit/lang.ts'
import { legalTexts, type LegalTextName } from './legal-text-content.ts'

export function LegalText({ name }: { name: LegalTextName }) {
  return <Prose {...useText(legalTexts)[name]} />
}
