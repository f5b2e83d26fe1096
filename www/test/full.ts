/** Whether `make test-all` asks: then nothing is sampled, and files named `*.full.test.ts` run as well. */
export const full = process.env.TRACKLIGHT_TESTS === 'full';
