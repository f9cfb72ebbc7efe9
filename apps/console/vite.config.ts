import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite/precompress.ts'

/** The gateway that the development server passes the API's calls on to. */
const gateway = process.env.WAYBILL_GATEWAY_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [lingui({ cwd: import.meta.dirname, macroTransform: true }), react(), tailwindcss(), precompress()],
  resolve: {
    // The original writes a style element, which the content security policy of the pages refuses.
    alias: { 'react-style-singleton': `${import.meta.dirname}/src/ui/style-singleton.ts` },
  },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Nothing inline: the policy allows scripts, styles and fonts from files only.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Two files for the code of every screen: the libraries change less often than the frame.
            {
              name: 'libraries',
              test: /node_modules\/((react|react-dom|scheduler|@lingui|@floating-ui)\/|@radix-ui\/(?!react-(alert-dialog|popover|tabs)\/)|@tanstack\/(?!.*(table|virtual)))/,
            },
            {
              name: 'frame',
              // Forms to sign in and to confirm, and addresses, are not on the first screen.
              test: /console\/src\/(session\/(?!.*(form|button|confirmation|sign-in)\.)|ui\/(?!(combobox|json-view|loading-sheet|one-time-dialog)\.)|live|shell|format\/(?!address-lines|parcel)|i18n\/language|commands\/(keys|registry|shortcuts))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
    // The map is larger, and loaded where it is shown.
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    port: Number(process.env.CONSOLE_DEV_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/docs', '/openapi.json', '/t/', '/r/', '/console/config.json', '/console/map.pmtiles'].map((path) => [
        path,
        { target: gateway, changeOrigin: false },
      ]),
    ),
  },
})
