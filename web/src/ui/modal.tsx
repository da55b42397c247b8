/** A question in the middle of the screen. Its chunk comes when the first one is asked. */
import { lazy, Suspense } from 'react'
import { observable, useObservable } from '../kit/observable.ts'
import type { Answer, Asked, Question } from './modal-panel.tsx'

const asked = observable<Asked | null>(null)
const Panel = lazy(() => import('./modal-panel.tsx').then((module) => ({ default: module.ModalPanel })))

/** Resolves with what the person chose; a question that stands is not asked over: the second one is answered 'cancel' at once. */
export function question(question: Question): Promise<Answer> {
  if (asked.get()) return Promise.resolve('cancel')
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer(given) {
        asked.set(null)
        resolve(given)
      },
    })
  })
}

export function Modals() {
  const current = useObservable(asked)
  return <Suspense>{current && <Panel asked={current} />}</Suspense>
}
