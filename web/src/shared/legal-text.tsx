/** One legal document; its chunk loads on demand. */
import { Prose } from '../ui/prose.tsx'
import { useText } from '../kit/lang.ts'
import { legalTexts, type LegalTextName } from './legal-text-content.ts'

export function LegalText({ name }: { name: LegalTextName }) {
  return <Prose {...useText(legalTexts)[name]} />
}
