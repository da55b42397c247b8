/** Builds the app and the TV's page into web/dist, serves it in development beside a cloud on port 8700, tests it in jsdom. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const cloud = 'http://127.0.0.1:8700'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'screen.html'] },
  },
  test: { name: 'web', environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], restoreMocks: true, css: true },
  server: {
    port: 5173,
    proxy: {
      '/zh': { target: cloud, ws: true },
      '/en': { target: cloud, ws: true },
    },
  },
})
