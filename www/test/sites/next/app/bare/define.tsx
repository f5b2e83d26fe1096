'use client';

import 'tracklight/define';

export const Define = () => null;
