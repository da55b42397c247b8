/** End-to-end stories on real parts. Those of the box, whose times are measured, one after the other: they share the machine's two cores. Those of people mostly wait: two at a time. */
import { defineConfig } from 'vitest/config'

const ofPeople = ['account.spec.ts', 'feedback.spec.ts', 'people.spec.ts', 'profile.spec.ts']
const root = new URL('.', import.meta.url).pathname
const story = { root, environment: 'node', testTimeout: 180_000, hookTimeout: 120_000 } as const

export default defineConfig({
  test: {
    root,
    projects: [
      {
        test: {
          ...story,
          name: 'box',
          include: ['*.spec.ts'],
          exclude: ofPeople,
          fileParallelism: false,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...story, name: 'people', include: ofPeople, maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
})
