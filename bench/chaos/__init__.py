"""Real processes, killed, starved and lied to while people hand records in; then all is counted.

`make chaos` runs it twice: once as a club would (one command, SQLite, the embedded Valkey) and once
as a platform would (web server, two supervisors of workers, PostgreSQL, a Valkey of its own).
Nothing that was accepted may be lost, nothing may be judged twice; the exit code says so.
"""
