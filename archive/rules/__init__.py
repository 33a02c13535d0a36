"""The rules that the games share: tables, tricks, hands, gaps; and the reading of rulebook
pages."""
