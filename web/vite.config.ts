/** Vite config: builds the app and the TV page into web/dist, serves the app in development beside a cloud on port 8700, tests in jsdom. */
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildId } from './scripts/build-id.ts'
import { classNameOf } from './scripts/class-name.ts'
import { chunkGroups } from './scripts/chunks.ts'
import { compressed } from './scripts/compressed.ts'
import { licences } from './scripts/licences.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { sharedStyles } from './scripts/shared-styles.ts'

const cloud = 'http://127.0.0.1:8700'

const css = { modules: { generateScopedName: classNameOf } }

export default defineConfig({
  base: './',
  plugins: [react(), sharedStyles(), licences(), buildId(), screenPage(), compressed(), serviceWorker()],
  css,
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // Each test file has its own page and modules but all share one jsdom: a third of the work.
  test: {
    name: 'web',
    environment: 'jsdom',
    testTimeout: 30_000,
    // A generous poll timeout: a slow machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    pool: 'vmThreads',
    // As many as for all other tests: they run together.
    maxWorkers: 3,
    setupFiles: ['src/testing/patience.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    css: { include: /./, modules: { classNameStrategy: 'scoped' } },
  },
  server: {
    port: 5173,
    proxy: {
      '/zh': { target: cloud, ws: true },
      '/en': { target: cloud, ws: true },
    },
  },
})

/** The TV page is built separately, for TV browsers from 2018 on: it shares no chunk with the app, which targets newer ones. */
function screenPage(): Plugin {
  return {
    name: 'screen-page',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        base: './',
        logLevel: 'error',
        plugins: [react()],
        css,
        build: {
          outDir: 'dist',
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'chrome63',
          modulePreload: { polyfill: false },
          rolldownOptions: { input: 'screen.html' },
        },
      })
    },
  }
}
