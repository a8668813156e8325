import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3002}`

export default defineConfig(({ mode }) => ({
  plugins: [
    mode !== 'test' &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: 'src/web/routes',
        generatedRouteTree: 'src/web/routeTree.gen.ts',
        addExtensions: true,
        quoteStyle: 'single',
      }),
    react(),
    tailwindcss(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    cssTarget: ['chrome120', 'firefox121', 'safari17.2'],
    manifest: true,
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { '/api': { target: api, ws: true } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{contract,domain}/**/*.test.ts', 'src/web/**/*.test.ts', 'src/testing/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
