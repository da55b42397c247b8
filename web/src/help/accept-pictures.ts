/** Which of the chosen pictures are accepted, and the first broken rule, '' if all are accepted. */
import type { Files } from '@homeport/contract/kit/operation.ts'
import type { Rule } from '@homeport/contract/shape/field/rule-messages.ts'

export function fitting(
  existing: readonly Blob[],
  chosen: readonly Blob[],
  { most, maxBytes }: Files,
): { taken: Blob[]; rule: Rule | '' } {
  const taken: Blob[] = []
  let rule: Rule | '' = ''
  let bytes = existing.reduce((sum, { size }) => sum + size, 0)
  for (const one of chosen) {
    const broken: Rule | '' = !one.type.startsWith('image/')
      ? 'image'
      : existing.length + taken.length >= most
        ? 'images'
        : bytes + one.size > maxBytes
          ? 'images_size'
          : ''
    if (broken === '') {
      taken.push(one)
      bytes += one.size
    } else rule ||= broken
  }
  return { taken, rule }
}
