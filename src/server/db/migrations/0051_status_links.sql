CREATE TABLE "status_links" (
	"tenant_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"shows_forecast" boolean NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"opened_count" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "status_links_tenant_id_link_id_pk" PRIMARY KEY("tenant_id","link_id")
);
--> statement-breakpoint
ALTER TABLE "status_links" ADD CONSTRAINT "status_links_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "status_links_token" ON "status_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "status_links_project" ON "status_links" USING btree ("tenant_id","project_id");