import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'jsdom', include: ['src/**/*.spec.ts'], testTimeout: 20_000, setupFiles: ['./vitest.setup.ts'] }
});
