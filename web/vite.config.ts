/** Builds the app into web/dist, and serves it in development beside a cloud on port 8700. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const cloud = 'http://127.0.0.1:8700'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, modulePreload: { polyfill: false } },
  server: {
    port: 5173,
    proxy: {
      '/zh': { target: cloud, ws: true },
      '/en': { target: cloud, ws: true },
    },
  },
})
