"""Cards, events, records and ledgers: plain values that all other rooms use."""
