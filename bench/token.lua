-- The form a library sends: client in the body.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.body = "grant_type=client_credentials&scope=users.read&client_id=" .. os.getenv("CLIENT_ID") .. "&client_secret=" .. os.getenv("CLIENT_SECRET")
