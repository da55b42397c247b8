/** A modal question in the middle of the screen. Its chunk loads on first use. */
import { Suspense } from 'react'
import { lazyPart } from '../kit/lazy-part.ts'
import { observable, useObservable } from '../kit/observable.ts'
import type { Answer, ModalRequest, Question } from './modal-panel.tsx'

const request = observable<ModalRequest | null>(null)
const load = () => import('./modal-panel.tsx')
const Panel = lazyPart(async () => (await load()).ModalPanel)

/** Prefetches the chunk, for questions that must open offline too. */
export function prepareModals(): void {
  void load().catch(() => null)
}

let count = 0

/** Resolves with the user's choice; while a question is open, another one resolves with 'cancel' at once. */
export function question(question: Question): Promise<Answer> {
  if (request.get()) return Promise.resolve('cancel')
  count += 1
  const key = count
  return new Promise((resolve) => {
    request.set({
      ...question,
      key,
      answer(given) {
        request.set(null)
        resolve(given)
      },
    })
  })
}

export function Modals() {
  const current = useObservable(request)
  return <Suspense>{current && <Panel key={current.key} request={current} />}</Suspense>
}
